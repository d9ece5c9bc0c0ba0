/** Puts values into the `{{name}}` places of a word template in the browser, where i18next is not. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
}
