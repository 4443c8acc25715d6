// Apart from the texts of the sources, because the first download of the page has it.
export const inboxSources = 'Inbox Sources'
