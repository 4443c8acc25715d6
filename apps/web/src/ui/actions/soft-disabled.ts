import type { MouseEvent } from 'react'

/** Props of a button that turns off while it has the focus: unlike `disabled`, they keep it. */
export const softDisabled = (isDisabled: boolean, onClick?: () => void) => ({
  ...(isDisabled && { 'data-disabled': true, 'aria-disabled': true }),
  onClick: (event: MouseEvent) => {
    // Also prevents the submission that Enter in a field starts with a click on the submit button.
    if (isDisabled) event.preventDefault()
    else onClick?.()
  },
})
