import { forwardRef, type MouseEvent } from "react";
import { useTheme } from "./theme";
import { track } from "./analytics";

type ButtonProps = { label: string; kind?: "primary" | "plain"; onPress?(event: MouseEvent): void };

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button({ label, kind = "plain", onPress }, ref) {
  const theme = useTheme();
  const style = styles[kind](theme.spacing(2));
  const click = (event: MouseEvent) => {
    track("click", label);
    onPress?.(event);
  };
  return (
    <button ref={ref} style={style} onClick={click}>
      {label}
    </button>
  );
});

const styles = {
  primary: (padding: number) => ({ padding, ...bold() }),
  plain: (padding: number) => ({ padding }),
};

const bold = () => ({ fontWeight: "bold" });
