/** Addresses of the static files from which the search box suggests. Each holds the names that begin, as they sound, with one of its letters; `0` is for digits, `_` for other scripts. */
export const INDEX_PARTS = ['abcdef', 'ghijklm', 'nopqrs', 'tuvwxyz0_']
export const INDEX_FOLDER = '/search-index/'
export const namesPath = (part: string): string => `${INDEX_FOLDER}${part}.json`

const TITLES_PER_FILE = 100
export const factsFile = (id: number): number => Math.floor(id / TITLES_PER_FILE)
export const factsPath = (file: number): string => `${INDEX_FOLDER}facts/${file}.json`
