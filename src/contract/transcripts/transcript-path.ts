/** Apart from the contract of texts, whose structs the service worker does not need. */
export const TRACK_TRANSCRIPTS = '/api/transcripts/track/:id/'
