export type Validator = (value: string) => string | null;

export const validators: Record<string, Validator> = {
  email: (value) => (hasAt(value) ? null : "no @"),
  name: required,
};

function required(value: string) {
  return value.trim() === "" ? "required" : null;
}

function hasAt(value: string) {
  return value.includes("@");
}
