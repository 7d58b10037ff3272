/** How a user of the editor sets the key of a model; `wanted` where its entry says that it has one. */
export const keyAdviceInEditor = (model: string, wanted: boolean): string =>
  `${wanted ? '' : `Set "key": true for ${model} in funfusic.models. `}Use the command "Manage Models…".`;
