/** Attributes of a button that may have nothing to do. Not `disabled`: the focus would leave the button that was pressed. */
export const pressable = (isIdle: boolean, press: () => unknown) => ({
  'aria-disabled': isIdle,
  onClick: () => void (isIdle || press()),
})
