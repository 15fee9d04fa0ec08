/** Files that the build embeds; the import is a path that `readFileSync` understands. */
declare module "*.bin" {
  const path: string;
  export default path;
}
