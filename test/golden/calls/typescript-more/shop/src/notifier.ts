export interface Channel {
  send(text: string): void;
}

export default class Notifier {
  private names: string[] = [];
  once(name: string): this {
    this.names.push(name);
    return this;
  }
  fire(): void {
    this.names.forEach(this.emit, this);
  }
  private emit(name: string) {
    log(name);
  }
}

export class EmailChannel implements Channel {
  send(text: string) {
    log(text);
  }
}

function log(s: string) {
  console.log(s);
}
