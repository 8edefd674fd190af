// What is wrong with a text, in a line for people: where it is, what was expected, and what to do.

export function diagnosticText({ message, line, column, expected, help }, lineOf = () => line) {
  const at = lineOf(line);
  const where = at ? `line ${at}${column ? `, column ${column}` : ""}: ` : "";
  return [`${where}${message}`, expected ? `expected ${expected}` : null, help].filter(Boolean).join("; ");
}

// The message of an error with its diagnostics. `lines` are the lines of a text field in which the properties stand that were asked.
export function errorText({ message, data }, lines) {
  const found = Array.isArray(data) ? data : [];
  const told = found.map((one) => diagnosticText(one, (line) => lines?.[one.property] ?? (lines ? null : line)));
  return [message, ...told].join("\n");
}
