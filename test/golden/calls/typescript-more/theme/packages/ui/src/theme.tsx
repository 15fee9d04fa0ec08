import { createContext, useContext, useMemo, type ReactNode } from "react";

export type Theme = { colors: Record<string, string>; spacing(n: number): number };

const ThemeContext = createContext<Theme | null>(null);

export function makeTheme(primary: string): Theme {
  return {
    colors: { primary, text: darken(primary) },
    spacing: (n) => scale(n),
  };
}

function darken(color: string): string {
  return color + "80";
}

function scale(n: number) {
  return n * 8;
}

export function ThemeProvider({ color, children }: { color: string; children: ReactNode }) {
  const theme = useMemo(() => makeTheme(color), [color]);
  return <ThemeContext.Provider value={theme}>{children}</ThemeContext.Provider>;
}

export const useTheme = (): Theme => {
  const theme = useContext(ThemeContext);
  if (!theme) throw missingProvider("useTheme");
  return theme;
};

function missingProvider(hook: string) {
  return new Error(`${hook} needs a ThemeProvider`);
}
