/** Puts values into the `{{name}}` places of a message. */
export function interpolate(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place))
}
