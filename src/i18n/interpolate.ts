/** Puts values into the `{{name}}` places of a word template. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place))
}
