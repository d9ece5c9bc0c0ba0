import { array, boolean, create, integer, number, optional, string, type, type Infer } from 'superstruct'
import { $drawnHome, $homeText } from './drawn-home.ts'

/** A name in both languages: the page may be opened in either. */
const Names = type({ en: string(), mr: string() })
const HomeTitle = type({ id: integer(), course: integer(), slug: string(), name: Names, note: Names, cover: string() })
const HeardTitle = type({ ...HomeTitle.schema, part: number(), isEstimate: optional(boolean()) })
export type HomeTitle = Infer<typeof HomeTitle>
/** `note`: the track. `part`: percent that was heard, as in the library; an estimate as long as the server has not answered. */
export type HeardTitle = Infer<typeof HeardTitle>

/** `chosen`: cards as the publication has them, in each language. `who`: the listener, because a browser may have several. */
const ListenerHome = type({
  who: string(),
  heard: array(HeardTitle),
  fresh: array(HomeTitle),
  chosen: type({ en: array(string()), mr: array(string()) }),
})
export type ListenerHome = Infer<typeof ListenerHome>

/** In a row of a wide window. */
export const MAX_HOME_TITLES = 6

/** Stands for a listener for whom there is nothing to draw: unlike one of whom nothing is known. */
const NOTHING = ' '

/** Empty for another listener than the one whose home it was. */
export function homeOf(who: string): ListenerHome {
  try {
    const known = create(JSON.parse($homeText.get()), ListenerHome)
    if (known.who === who) return known
  } catch {
    // Nothing is stored, or by another release.
  }
  return { who, heard: [], fresh: [], chosen: { en: [], mr: [] } }
}

export function saveHome(home: ListenerHome, drawn: Record<'en' | 'mr', string>): void {
  $homeText.set(JSON.stringify(home))
  $drawnHome.en.set(drawn.en || NOTHING)
  $drawnHome.mr.set(drawn.mr || NOTHING)
}
