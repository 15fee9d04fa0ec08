export { Button } from "./Button";
export * from "./theme";
export { track as trackEvent } from "./analytics";
