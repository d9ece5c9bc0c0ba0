export const isSignedIn = (): boolean => 'signedIn' in document.documentElement.dataset
/** Nothing is counted or registered on pages for children [KI-3]. */
export const isForKids = (): boolean => 'kids' in document.body.dataset

/** The router connects the elements of the next page before it moves to its address: whoever reads the address waits for this. */
export const addressReady = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** The first page is loaded whole before anything is fetched that is not needed to read it. */
export const pageLoaded = (): Promise<void> =>
  document.readyState === 'complete'
    ? addressReady()
    : new Promise((resolve) => {
        addEventListener('load', () => resolve(), { once: true })
      })
