/** The voice of whoever sits before the device: recorded into the memory of the page, and never sent. */
export type VoiceFault = 'refused' | 'noMicrophone' | 'notRecorded'
export type VoiceRecording = { ok: true; finish: () => Promise<AudioBuffer | undefined> }

/** No line is longer; a microphone that is forgotten is switched off. */
const LONGEST_MS = 60_000

export async function recordVoice(): Promise<VoiceRecording | { ok: false; fault: VoiceFault }> {
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in globalThis)) return { ok: false, fault: 'noMicrophone' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    return { ok: true, finish: startRecorder(stream) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): VoiceFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'NotSupportedError' ? 'noMicrophone' : 'notRecorded'
}

/** The returned function ends the recording; undefined when nothing was recorded. */
function startRecorder(stream: MediaStream): () => Promise<AudioBuffer | undefined> {
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
  const limit = setTimeout(end, LONGEST_MS)
  recorder.start()
  return async () => {
    end()
    const bytes = await (await recorded).arrayBuffer()
    return bytes.byteLength > 0 ? decode(bytes) : undefined
  }
}

async function decode(bytes: ArrayBuffer): Promise<AudioBuffer | undefined> {
  const context = new AudioContext()
  try {
    return await context.decodeAudioData(bytes)
  } catch {
    return undefined
  } finally {
    void context.close()
  }
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
