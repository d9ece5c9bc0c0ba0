import type { Show } from '#contract/desk/titles/episodes.ts'
import { dayInIndia, startOfDay } from '#contract/time/day.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { isDay } from '#contract/fields/fields.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { Translations } from '#contract/text/text.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { trackKey } from '../../import/source/sound.ts'
import { importableTexts } from '../../import/stored/texts.ts'
import { rowOfTitle, type StoredTitle } from '../../import/stored/titles.ts'
import { saveTitles } from '../../import/titles/save-titles.ts'
import type { Failure } from '../../runtime/failure.ts'
import { inCatalog } from '../in-catalog.ts'
import { remember, storedTitle, type TitleContext } from '../titles/save.ts'
import { stateOf } from '../titles/title-state.ts'

type Input = InputOf<typeof endpoints.deskAddEpisode>
type Refusal = Failure<'notFound' | 'inTrash' | 'nameNeeded' | 'repeated' | 'badInput'>
type Added = { state: string; slug: string; change: number }
type ShowRow = Omit<Show, 'state'> & Pick<StoredTitle, 'status' | 'withheld'>

/** Titles that get new episodes, with the number that the next one has. */
export async function listShows({ db }: Pick<TitleContext, 'db'>): Promise<{ shows: Show[] }> {
  const rows = await db.query<ShowRow>(
    `select p.id, jsonb_strip_nulls(jsonb_build_object('en', p.translations->'en'->>'name', 'mr', p.translations->'mr'->>'name')) as names,
       p.spoken, p.status, p.withheld, p.is_free, coalesce(last.is_free, p.audio_type = 'podcast') as was_free,
       coalesce(all_tracks.number, 0)::int + 1 as number, last.name as last
     from products p
       left join lateral (select max(greatest((t.episode->>'number')::int, place)) as number
         from (select episode, row_number() over (order by position) as place from current_tracks where product_id = p.id) t) all_tracks on true
       left join lateral (select name, is_free from current_tracks where product_id = p.id order by position desc limit 1) last on true
     where (p.recurring or p.audio_type = 'podcast') and p.withheld is distinct from 'trash'
       and (p.status = 'published' or p.withheld is not null)
     order by p.updated_at desc, p.id`,
  )
  return { shows: rows.map(({ status, withheld, ...show }) => ({ ...show, state: stateOf({ status, withheld }) })) }
}

/** Adds an episode behind the others; when the title is in the shop, so is the episode, and its listeners hear of it. */
export async function addEpisode(
  context: TitleContext,
  staff: StaffCaller,
  { id, ...input }: Input,
): Promise<Added | Refusal> {
  const translations = wordsOf(input)
  if (!translations.en && !translations.mr) return { fault: 'nameNeeded', fields: { name: 'required' } }
  const today = dayInIndia(context.now())
  if (!isDay(input.published) || input.published > today)
    return { fault: 'badInput', fields: { published: isDay(input.published) ? 'future' : 'date' } }
  return inCatalog<Added | Refusal>(context, async (inner) => {
    const before = await storedTitle(inner, id)
    if (!before) return { fault: 'notFound' }
    if (stateOf(before) === 'trash') return { fault: 'inTrash' }
    // The same file again: most likely the button was pressed twice.
    if (before.tracks.some(({ path }) => path && input.audio === `media/${path}`)) return { fault: 'repeated' }
    const own = { db: inner, media: context.media, now: context.now() }
    const { status, withheld } = before
    const { after } = await saveTitles(own, [
      { row: rowWith(before, input, translations), shown: { status, withheld } },
    ])
    const saved = after.get(before.key)
    if (!saved) throw new Error(`the title ${before.key} is gone`)
    const [row] = await inner.query<{ slug: string }>('select slug from products where id = $1', [id])
    const change = await remember(inner, own.now, staff, 'add episode', before, saved)
    return { state: stateOf(saved), slug: row?.slug ?? '', change }
  })
}

function wordsOf(input: Pick<Input, 'en' | 'mr'>): Translations {
  const entries = LOCALES.flatMap((locale) => {
    const [name, description] = [plainLine(input[locale].name), input[locale].description.trim()]
    return name ? [[locale, { name, ...(description && { description }) }] as const] : []
  })
  return Object.fromEntries(entries)
}

function rowWith(before: StoredTitle, { audio, number, published, isFree }: Omit<Input, 'id'>, words: Translations) {
  const row = rowOfTitle(before)
  const taken = new Set(row.tracks.map(({ key }) => key))
  const stem = trackKey(before.key, (words.en ?? words.mr)?.name ?? 'episode')
  let key = stem
  for (let next = 2; taken.has(key); next += 1) key = `${stem.slice(0, 112)}-${next}`
  const episode = { published: startOfDay(published).toISOString(), ...(number > 0 && { number }) }
  const track = { key, translations: importableTexts(words, 'plain'), audio, ...(isFree && { isFree }), episode }
  return { ...row, tracks: [...row.tracks, track] }
}
