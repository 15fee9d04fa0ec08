export { Idle } from "./idle.js";
export * from "./busy.js";
