import about from '../../../package.json' with { type: 'json' }

/** Version of this code, as metrics report it. */
export const release: string = about.version
