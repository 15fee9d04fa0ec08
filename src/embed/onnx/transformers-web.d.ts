// The browser build of the package has no types of its own; they are the same as of the main one.
declare module "*/transformers.web.js" {
  export { env, PreTrainedTokenizer } from "@huggingface/transformers";
}
