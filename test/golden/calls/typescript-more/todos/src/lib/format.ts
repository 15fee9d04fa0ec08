export const formatText = (text: string) => capitalize(text.trim());

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function plural(count: number, word: string) {
  return count === 1 ? word : `${word}s`;
}
