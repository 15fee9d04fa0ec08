/** Which build of the kernel this processor can run. */
import { KERNEL, PLAIN_KERNEL } from "./kernel.wasm.ts";

/** Whether the engine has SIMD in WebAssembly here: on x64 only where the processor has AVX. */
export function hasSimd(): boolean {
  return WebAssembly.validate(Uint8Array.fromBase64(KERNEL));
}

/** The kernel with SIMD where there is some, else without. Both give the same bits. */
export function kernelModule(): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.fromBase64(hasSimd() ? KERNEL : PLAIN_KERNEL));
}
