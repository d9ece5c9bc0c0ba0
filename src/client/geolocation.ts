type Coordinates = { lat: number | null; lon: number | null }

const UNKNOWN: Coordinates = { lat: null, lon: null }
const TIMEOUT_MS = 5_000
/** Two decimals are about a kilometre: enough to tell a country. */
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

/** Where the device is, if the visitor granted the permission before: this never opens a permission prompt. */
export async function currentCoordinates(): Promise<Coordinates> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  if (permission?.state !== 'granted') return UNKNOWN
  return new Promise((resolve) => {
    // The browser's own timeout starts only when it begins to look for the position.
    setTimeout(() => resolve(UNKNOWN), TIMEOUT_MS)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
      () => resolve(UNKNOWN),
      { timeout: TIMEOUT_MS, maximumAge: 3_600_000 },
    )
  })
}
