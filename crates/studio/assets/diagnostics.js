// Diagnostics as lines of text: the position, the problem, what was expected, and what to do.

export function diagnosticText({ message, line, column, expected, help }, lineOf = () => line) {
  const at = lineOf(line);
  const where = at ? `line ${at}${column ? `, column ${column}` : ""}: ` : "";
  return [`${where}${message}`, expected ? `expected ${expected}` : null, help].filter(Boolean).join("; ");
}

// The message of an error with its diagnostics. `lines` are the line numbers of the properties in their text field.
export function errorText({ message, data }, lines) {
  const found = Array.isArray(data) ? data : [];
  const texts = found.map((one) => diagnosticText(one, (line) => lines?.[one.property] ?? (lines ? null : line)));
  return [message, ...texts].join("\n");
}
