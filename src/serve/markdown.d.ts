/** Pages that are embedded as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
