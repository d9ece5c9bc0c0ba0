import type { Locator } from '@playwright/test'

/** Which of Alt, Control and Meta with an arrow this control keeps from the browser. */
export const takenKeys = (control: Locator): Promise<string[]> =>
  control.evaluate((element) =>
    (['altKey', 'ctrlKey', 'metaKey'] as const).flatMap((held) =>
      ['ArrowLeft', 'ArrowRight'].flatMap((key) => {
        const press = new KeyboardEvent('keydown', { key, [held]: true, bubbles: true, cancelable: true })
        return element.dispatchEvent(press) ? [] : `${held} ${key}`
      }),
    ),
  )
