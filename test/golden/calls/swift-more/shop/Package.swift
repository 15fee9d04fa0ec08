// swift-tools-version:5.9
import PackageDescription
let package = Package(name: "Shop", targets: [.executableTarget(name: "Shop")])
