import about from '../../../package.json' with { type: 'json' }

/** Of this code, as metrics name it. */
export const release: string = about.version
