import type { GENERAL_SHORTCUTS } from './shortcut-list.ts'

export const title = 'Keyboard Shortcuts'
export const everywhere = 'Everywhere'
export const goTo = 'Go to'
export const act = 'Do'
export const andThen = 'then'
export const or = 'or'
export const KEY_NAMES = { enter: 'Enter', escape: 'Esc', arrowdown: '↓', arrowup: '↑' } as const
export const GENERAL = {
  search: 'Search patients, reports and pages',
  sidebar: 'Show or hide the sidebar',
  listSearch: 'Go to the search field of a list',
  help: 'Show these shortcuts',
} as const satisfies Record<keyof typeof GENERAL_SHORTCUTS, string>
export const singleKeys = 'Shortcuts of single keys'
export const singleKeysWhy =
  'Turn them off if you use dictation or press keys by accident. The setting is saved on this device.'
