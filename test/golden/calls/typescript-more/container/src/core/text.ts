export namespace Words {
  export function count(text: string): number {
    return split(text).length;
  }
  function split(text: string) {
    return text.split(" ");
  }
}

export const trim = (text: string) => text.trim();
export { trim as strip };
