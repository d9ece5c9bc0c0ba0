// Calls that only describe: a page that uses one row of the contract must not carry the others of its file.
const describing = [
  ...[
    'endpoint',
    'object',
    'type',
    'array',
    'record',
    'tuple',
    'union',
    'enums',
    'literal',
    'string',
    'number',
    'integer',
    'boolean',
    'any',
  ],
  ...[
    'optional',
    'nullable',
    'defaulted',
    'size',
    'min',
    'max',
    'pattern',
    'refine',
    'define',
    'coerce',
    'field',
    'textUpTo',
  ],
]

/** The contract only declares: without this a page that asks one call downloads the definitions of all. */
export const shaking = {
  manualPureFunctions: describing,
  moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }],
}
