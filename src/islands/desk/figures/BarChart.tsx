type Props = { name: string; bars: readonly { key: string; value: number }[]; last: string }

const HEIGHT = 100
/** Of a bar where there are few. */
const MAX_WIDTH = 12

/** A small picture of a series; its figures are in the table beneath, so it is one image with a name. */
export function BarChart({ name, bars, last }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = Math.min(MAX_WIDTH, 100 / Math.max(1, bars.length))
  return (
    <figure className="sales-chart">
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
        {bars.map(({ key, value }, at) => {
          const height = (Math.max(0, value) / most) * HEIGHT
          return <rect key={key} x={at * width} y={HEIGHT - height} width={width * 0.85} height={height} />
        })}
      </svg>
      <figcaption>
        {name} <strong>{last}</strong>
      </figcaption>
    </figure>
  )
}
