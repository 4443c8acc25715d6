const ATTRIBUTE = 'data-mantine-color-scheme'

const show = (scheme: 'dark' | 'light') => {
  const { style } = document.documentElement
  document.documentElement.setAttribute(ATTRIBUTE, scheme)
  style.colorScheme = scheme
}

/** Follows the color scheme of the page around the frame. */
export const followColorScheme = (): void => {
  const leader = window.parent.document.documentElement
  const follow = () => show(leader.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light')
  follow()
  if (window.parent !== window)
    new MutationObserver(follow).observe(leader, { attributes: true, attributeFilter: [ATTRIBUTE] })
}
