/** The form that publishes a report, among those whose input can be handed over. */
export const PUBLISH_FORM = 'publish'
