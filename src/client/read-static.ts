/** Reads a JSON file of the publication; undefined when it cannot be had. */
export async function readStatic(path: string): Promise<unknown> {
  try {
    const response = await fetch(path)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
