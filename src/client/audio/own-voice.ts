/** The voice of whoever sits before the device: recorded into the memory of the page. */
export type VoiceFault = 'refused' | 'noMicrophone' | 'notRecorded'
/** `file`: as the browser recorded it. */
export type RecordedVoice = { sound: AudioBuffer; file: Blob }
type VoiceRecording = { ok: true; finish: () => Promise<RecordedVoice | undefined> }
type Limit = { longestMs?: number; reached?: () => void }

/** No line is longer; a microphone that is forgotten is switched off. */
const LONGEST_MS = 60_000

/** `reached` is called when the longest time has switched the microphone off. */
export async function recordVoice(limit: Limit = {}): Promise<VoiceRecording | { ok: false; fault: VoiceFault }> {
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in globalThis)) return { ok: false, fault: 'noMicrophone' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    return { ok: true, finish: startRecorder(stream, limit) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): VoiceFault {
  const name = error instanceof DOMException ? error.name : ''
  if (/NotAllowed|Security/.test(name)) return 'refused'
  return /NotFound|NotSupported/.test(name) ? 'noMicrophone' : 'notRecorded'
}

/** The returned function ends the recording; undefined when nothing was recorded. */
function startRecorder(
  stream: MediaStream,
  { longestMs = LONGEST_MS, reached }: Limit,
): () => Promise<RecordedVoice | undefined> {
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: recorder.mimeType })))
  })
  const end = () => {
    clearTimeout(limit)
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  const limit = setTimeout(() => {
    end()
    reached?.()
  }, longestMs)
  recorder.start()
  return async () => {
    end()
    const file = await recorded
    const sound = file.size > 0 ? await decodeVoice(file) : undefined
    return sound && { sound, file }
  }
}

/** Undefined: this browser cannot read it. */
export async function decodeVoice(file: Blob): Promise<AudioBuffer | undefined> {
  const context = new AudioContext()
  const bytes = await file.arrayBuffer()
  const sound = await context.decodeAudioData(bytes).catch(() => undefined)
  void context.close()
  return sound
}

/** Plays a recording to its end, or until the signal. The sound of the shop is another element, and stays paused. */
export async function playVoice(voice: AudioBuffer, signal: AbortSignal): Promise<void> {
  const context = new AudioContext()
  const source = context.createBufferSource()
  source.buffer = voice
  source.connect(context.destination)
  await new Promise<void>((resolve) => {
    source.addEventListener('ended', () => resolve())
    signal.addEventListener('abort', () => source.stop())
    source.start()
  })
  await context.close()
}
