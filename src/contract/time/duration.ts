/** Hours with two decimals, seconds ÷ 3600: `"7.25"`. ASCII digits; formatting for a locale happens later. */
export function hoursOf(seconds: number): string {
  return (Math.round(seconds / 36) / 100).toFixed(2)
}

/** `m:ss` or `h:mm:ss` for players and track lists. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** ISO 8601 for structured data: `PT2H30M5S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const parts = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${whole % 60 ? `${whole % 60}S` : ''}`
  return `PT${parts || '0S'}`
}
