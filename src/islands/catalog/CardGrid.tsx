import type { CardView } from '#contract/catalog/views.ts'

/** Cards of titles, drawn by elements/catalog/title-card.ts. */
export const CardGrid = ({ cards }: { cards: readonly CardView[] }) => (
  <ul role="list" className="grid">
    {cards.map((card) => (
      <li key={card.id}>
        <title-card card={JSON.stringify(card)} />
      </li>
    ))}
  </ul>
)
