import { Component, createRef, type FormEvent } from "react";
import { Button, ThemeProvider, trackEvent } from "../../../packages/ui/src";
import { validators, type Validator } from "./validate";

type State = { values: Record<string, string>; errors: string[] };

export class Form extends Component<{ onSubmit(values: Record<string, string>): void }, State> {
  state: State = { values: {}, errors: [] };
  private input = createRef<HTMLInputElement>();

  componentDidMount() {
    this.focus();
  }

  focus = () => this.input.current?.focus();

  handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const errors = this.validate();
    if (errors.length === 0) {
      this.props.onSubmit(this.state.values);
      this.reset();
    }
    this.setState({ errors });
  };

  validate(): string[] {
    return Object.entries(this.state.values).flatMap(([name, value]) => this.check(name, value) ?? []);
  }

  private check(name: string, value: string) {
    const validator: Validator | undefined = validators[name];
    return validator?.(value);
  }

  reset() {
    this.setState({ values: {}, errors: [] });
    trackEvent("reset", "form");
  }

  renderErrors() {
    return this.state.errors.map((text) => <ErrorLine key={text} text={text} />);
  }

  render() {
    return (
      <ThemeProvider color="red">
        <form onSubmit={this.handleSubmit}>
          <input ref={this.input} />
          {this.renderErrors()}
          <Button label="Send" kind="primary" onPress={() => this.focus()} />
        </form>
      </ThemeProvider>
    );
  }
}

function ErrorLine({ text }: { text: string }) {
  return <p role="alert">{text}</p>;
}
