type LazyModule<Module> = {
  /** Fetches it at the first call; after a failure the next call tries again. */
  load: () => Promise<Module>
  /** Calls back as soon as anybody has loaded it. */
  whenLoaded: (listener: (module: Module) => void, signal: AbortSignal) => void
}

/** A module that is fetched when it is needed first, and shared by all elements that need it. */
export function lazyModule<Module>(fetchModule: () => Promise<Module>): LazyModule<Module> {
  let loading: Promise<Module> | undefined
  let loaded: Module | undefined
  const listeners = new Set<(module: Module) => void>()

  async function fetchOnce(): Promise<Module> {
    try {
      const module = await fetchModule()
      loaded = module
      for (const listener of listeners) listener(module)
      listeners.clear()
      return module
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  return {
    load: () => (loading ??= fetchOnce()),
    whenLoaded(listener, signal) {
      if (loaded) return listener(loaded)
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener))
    },
  }
}
