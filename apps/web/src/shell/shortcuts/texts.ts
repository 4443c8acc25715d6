export const texts = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  goTo: 'Go to',
  act: 'Do',
  then: 'then',
  find: 'Search patients, reports and pages',
  sidebar: 'Show or hide the sidebar',
  listSearch: 'Go to the search field of a list',
  help: 'Show these shortcuts',
  singleKeys: 'Shortcuts of single keys',
  singleKeysWhy:
    'Switch them off when you dictate, or when keys are pressed by accident. The choice is kept on this device.',
}
