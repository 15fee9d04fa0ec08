(ns events.store
  (:require [events.protocols :refer [Store append! all-events describe]]
            [events.util :as util :refer [log]]))

(defrecord MemoryStore [state]
  Store
  (append! [this event]
    (log "append" (describe (:name event)))
    (swap! state conj (util/stamp event))
    this)
  (all-events [_] @state))

(deftype NullStore []
  Store
  (append! [this _] this)
  (all-events [_] []))

(defn memory-store
  ([] (memory-store []))
  ([initial] (->MemoryStore (atom initial))))

(defn null-store [] (NullStore.))

(defn append-all! [store events]
  (reduce append! store events))

(def default-store (delay (memory-store)))
