import { object, validate } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { BirthDate, Email, faultsOf, IndianMobile, Message, Mobile, PersonName } from '#contract/fields/fields.ts'
import { passwordFault, passwordPolicies } from '#contract/accounts/accounts.ts'

const Letter = object({ name: PersonName, email: Email, mobile: Mobile, message: Message })
const GOOD = { name: 'Asha', email: 'asha@example.test', mobile: '9876543210', message: 'नमस्कार' }
function read(field: keyof typeof GOOD, text: unknown): unknown {
  const [error, letter] = validate({ ...GOOD, [field]: text }, Letter, { coerce: true })
  return error ? faultsOf(error) : letter[field]
}
const fault = (field: keyof typeof GOOD, text: unknown) => Object(read(field, text))[field]

describe('[AB-3] a name', () => {
  it.each(['A', 'Asha', 'श्री', 'ज्ञानेश्वर', 'कुर्‍हाडे', 'Asha Rani Joshi', 'आशा Joshi', 'José', 'क़मर'])(
    'may be %s',
    (name) => {
      expect(read('name', name)).toBe(name.normalize('NFC'))
    },
  )
  it.each([
    'Asha1',
    'आशा१',
    '😀',
    'Asha ❤️',
    'a@b',
    '<b>',
    "'Brien",
    'Anne-',
    "O''Brien",
    'A--B',
    'Анна',
    '।',
    '\u0301',
    'ि',
    '़',
  ])('may not be %s', (name) => {
    expect(fault('name', name)).toBe('letters')
  })
  it('keeps the marks of its script, and no heap of marks that covers the lines around it', () => {
    expect(read('name', `Z${'\u0301\u0316'.repeat(20)}algo`)).toMatch(/^\u0179\p{M}{6}algo$/u)
    expect(read('message', `क${'\u0951'.repeat(200)}`)).toMatch(/^क\u0951{6}$/)
    for (const syllable of ['क़्रीँ॑', 'र्‍य', 'ज्ञ्यौं']) expect(read('message', syllable)).toBe(syllable.normalize('NFC'))
  })
  it('is trimmed, in one line, not empty and not too long', () => {
    expect(read('name', ' Asha \r\n  Joshi ')).toBe('Asha Joshi')
    expect(fault('name', ' \u200b ')).toBe('required')
    expect(fault('name', undefined)).toBe('required')
    expect(read('name', 'क'.repeat(50))).toHaveLength(50)
    expect(fault('name', 'क'.repeat(51))).toBe('tooLong')
  })
  it('is validated in linear time', () => {
    const times = Array.from({ length: 9 }, () => {
      const started = performance.now()
      fault('name', `${'a '.repeat(20)}${'\u094d'.repeat(9)}!`)
      return performance.now() - started
    })
    // The shortest: others use the machine too.
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

describe('[AB-3] a phone number', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['98765 43210', '9876543210'],
    ['+91 98765 43210', '+919876543210'],
    ['(०९८७६) ५४३२१०', '09876543210'],
    ['555-0142', '555-0142'],
    ['+123456', '+123456'],
  ])('%s is read as %s', (typed, expected) => expect(read('mobile', typed)).toBe(expected))
  it.each(['12345', '----------', 'phone', '98765x3210', '+'])('%s is none', (typed) =>
    expect(fault('mobile', typed)).toBe('mobile'),
  )
  it.each(['98765432101234567'])('%s is too long', (typed) => expect(fault('mobile', typed)).toBe('tooLong'))
})

describe('[AB-3] an e-mail address', () => {
  it.each(['a@b.co', 'first.last+shop@mail.example.test', 'आशा@example.test'])('may be %s', (typed) =>
    expect(read('email', typed)).toBe(typed),
  )
  it.each([
    'a',
    'a@b',
    '@b.test',
    'a@b..test',
    'a b@c.test',
    'a@b.test, c@d.test',
    'a@b.test\nBcc: c@d.test',
    '<a@b.test>',
    'a@-b.test',
    'a@@b.test',
  ])('may not be %j', (typed) => expect(fault('email', typed)).toBe('email'))
  it('has at most fifty letters', () => expect(fault('email', `${'a'.repeat(44)}@b.test`)).toBe('tooLong'))
})

it('[AB-3] a message keeps its line breaks and has at most five hundred letters', () => {
  expect(read('message', ' one\r\n\r\ntwo ')).toBe('one\n\ntwo')
  expect(fault('message', '\n')).toBe('required')
  expect(read('message', '😀'.repeat(500))).toBe('😀'.repeat(500))
  expect(fault('message', 'x'.repeat(501))).toBe('tooLong')
})

it('[AB-3] every invalid field is named with the first rule that it breaks', () => {
  const [error] = validate({ name: '', email: 'x', mobile: 7, extra: 1 }, Letter, { coerce: true })
  expect(error && faultsOf(error)).toEqual({
    name: 'required',
    email: 'email',
    mobile: 'type',
    message: 'required',
    extra: 'unknown',
  })
})

describe('[PR-3] a birth date', () => {
  it.each(['', '1990-02-28', '2000-02-29', '१९९०-०२-२८'])('may be %j', (typed) =>
    expect(BirthDate.is(BirthDate.create(typed))).toBe(true),
  )
  it.each(['2001-02-29', '1990-13-01', '28/02/1990', '1890-01-01', '1990-2-8'])('may not be %s', (typed) =>
    expect(BirthDate.is(typed)).toBe(false),
  )
})

describe('[SI-4] a mobile for one-time codes', () => {
  it.each(['9876543210', '+91 98765 43210', '०९८७६५४३२१०'])('may be %s', (typed) =>
    expect(IndianMobile.create(typed)).toBe('9876543210'),
  )
  it.each(['5876543210', '987654321', '+12025550142', ''])('may not be %j', (typed) =>
    expect(IndianMobile.is(typed)).toBe(false),
  )
})

it('[RP-1] a password is counted in composed letters', () => {
  const { usual, hardened } = passwordPolicies
  expect([passwordFault('', usual), passwordFault('abcd', usual), passwordFault('abcde', usual)]).toEqual([
    'required',
    'tooShort',
    undefined,
  ])
  expect([passwordFault('😀'.repeat(15), usual), passwordFault('x'.repeat(16), usual)]).toEqual([undefined, 'tooLong'])
  expect([
    passwordFault('abcdefg', hardened),
    passwordFault('x'.repeat(128), hardened),
    passwordFault('x'.repeat(129), hardened),
  ]).toEqual(['tooShort', undefined, 'tooLong'])
})
