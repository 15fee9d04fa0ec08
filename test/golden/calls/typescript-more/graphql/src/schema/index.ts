export * from "./types.js";
export { default as Builder } from "./builder.js";
export * as helpers from "./helpers.js";
