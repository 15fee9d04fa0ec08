(ns events.handlers
  (:require [events.store :as store]
            [events.protocols :as p]
            [events.util :refer [with-timing index-by retry]]))

(defmulti handle :type)

(defn- total [event]
  (reduce + (map :price (:items event))))

(defmethod handle :order [event]
  {:total (total event)})

(defmethod handle :user [event]
  (update event :name p/describe))

(defmethod handle :default [_] nil)

(def handlers
  {:raw identity
   :sum total})

(defn dispatch [s event]
  (let [f (get handlers (:via event) handle)]
    (p/append! s event)
    (f event)))

(defn process [s events]
  (with-timing "process"
    (->> events
         (filter valid?)
         (map #(dispatch s %))
         (remove nil?)
         doall)))

(defn- valid? [event] (contains? event :type))

(defn summary [s]
  (let [by-type (index-by :type (p/all-events s))
        render (fn [[k v]] (str k (total v)))]
    (map render by-type)))

(defn -main [& args]
  (let [s (store/memory-store)]
    (-> s
        (store/append-all! [{:type :user :name "a"}])
        (process args))
    (retry 3 summary s)
    (letfn [(show [x] (p/describe x))]
      (run! show (summary @store/default-store)))))
