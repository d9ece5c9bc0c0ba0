import { deskAddEpisode, deskShows } from '#contract/desk/titles/episodes.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'

export type EpisodeInput = InputOf<typeof deskAddEpisode>
type Added = { ok: true; value: ReplyOf<typeof deskAddEpisode> } | Refused
type Refused = { ok: false; fault: string; fields?: Record<string, string> }

const list = createLoadable((signal) => deskCall(deskShows, {}, signal))
export const $shows = list.$loadable
export const loadShows = list.load

export const addEpisode = (input: EpisodeInput): Promise<Added> => deskCall(deskAddEpisode, input)
