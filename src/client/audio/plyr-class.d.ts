/** Plyr's types declare the class by `export =`, for which TypeScript 7 finds no default export in an ES module. */
import type Plyr = require('plyr')

export type PlyrClass = typeof Plyr
export type PlyrPlayer = Plyr
