name := "interp"
scalaVersion := "2.13.12"
