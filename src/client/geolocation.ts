export type Place = { lat: number | null; lon: number | null }

const NOWHERE: Place = { lat: null, lon: null }
/** D9. */
const PATIENCE_MS = 5_000
/** Two decimals are a kilometre: enough to tell a country. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100

/** Where the device is, if the visitor has allowed that before: nobody is asked. */
export async function coordinates(): Promise<Place> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  if (permission?.state !== 'granted') return NOWHERE
  return new Promise((done) => {
    // The browser's own time-out begins only when it has begun to look.
    setTimeout(() => done(NOWHERE), PATIENCE_MS)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ lat: coarse(coords.latitude), lon: coarse(coords.longitude) }),
      () => done(NOWHERE),
      { timeout: PATIENCE_MS, maximumAge: 3_600_000 },
    )
  })
}
