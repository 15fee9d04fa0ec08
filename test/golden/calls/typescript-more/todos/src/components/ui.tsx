import React from "react";

export const Checkbox: React.FC<{ checked: boolean; onChange: () => void }> = ({ checked, onChange }) => {
  const id = React.useId();
  return <input id={id} type="checkbox" checked={checked} onChange={() => onChange()} />;
};

export class ErrorBoundary extends React.Component<{ children: React.ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch(error: Error) {
    this.report(error);
  }

  report(error: Error) {
    console.error(message(error));
  }

  render() {
    if (this.state.failed) return <Fallback text="broken" />;
    return this.props.children;
  }
}

const Fallback = ({ text }: { text: string }) => <p>{text}</p>;

const message = (error: Error) => error.message;
