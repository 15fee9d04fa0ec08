export * from "./result";
export { Container as Box, Token } from "./container";
import * as text from "./text";
export { text };
export default function bootstrap(setup: (box: Container) => void): Container {
  const box = new Container();
  setup(box);
  return box;
}
import { Container } from "./container";
