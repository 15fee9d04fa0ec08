/** A tree of twelve files that say the same of as many topics, each in its own words only where it names them. */
const TOPICS = [
  "invoice",
  "session",
  "thumbnail",
  "parcel",
  "weather",
  "lottery",
  "garden",
  "violin",
  "harbour",
  "bakery",
  "glacier",
  "sundial",
];

export const TOPIC_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  TOPICS.map((topic) => {
    const name = topic[0]!.toUpperCase() + topic.slice(1);
    return [
      `src/${topic}.ts`,
      `/** Keeps every ${topic} of a customer. */\nexport class ${name}Store {\n  add(${topic}: string): void {\n    this.validate${name}(${topic});\n  }\n\n  /** Refuses a ${topic} without a number. */\n  validate${name}(${topic}: string): void {\n    if (${topic} === "") throw new Error("no ${topic}");\n  }\n}\n`,
    ];
  }),
);
