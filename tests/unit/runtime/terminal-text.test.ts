import { describe, expect, it } from 'vitest'
import { plainLine, plainText } from '#contract/text/plain-text.ts'
import { terminalText } from '../../../scripts/process/terminal-text.ts'
import { formatResult } from '../../../scripts/manage/format.ts'

const ESC = '\u001b'
const CSI = '\u009b'

describe('control characters', () => {
  it('[RL-3] U+0080 to U+009F go from what customers write', () => {
    const all = Array.from({ length: 32 }, (_, index) => String.fromCodePoint(0x80 + index)).join('')
    expect(plainLine(`a${all}b`)).toMatch(/^a ?b$/)
    expect(plainText(`one\u0085two${CSI}31m`)).toBe('one\ntwo31m')
  })

  it('[RL-3] are escaped on the terminal of the operator, and Devanagari is not', () => {
    expect(terminalText(`${ESC}[2J ${CSI}31m \u0007\u202eabc\r`)).toBe(
      String.raw`\u001b[2J \u009b31m \u0007\u202eabc\u000d`,
    )
    expect(terminalText('नमस्कार\tक्‍ष\nशब्द')).toBe('नमस्कार\tक्‍ष\nशब्द')
  })

  it('[RL-3] leave a JSON result valid', () => {
    const json = terminalText(JSON.stringify({ name: `a${ESC}b${CSI}c\u2028` }))
    expect(JSON.parse(json)).toEqual({ name: `a${ESC}b${CSI}c\u2028` })
    expect(json).not.toMatch(/[\u0080-\u009f]/)
  })

  it('[RL-3] never add a line to a table', () => {
    const rows = [{ id: 1, name: 'Asha\n2  Vijay' }]
    expect(formatResult({ list: { total: 1, page: 1, pages: 1, rows } }).split('\n')).toHaveLength(3)
  })
})
