(ns todo.core
  (:require [todo.store :as store]
            [todo.render :refer [render-all render-one]]
            [todo.util :as u :refer :all]
            [clojure.string :as str])
  (:import [java.util Date])
  (:gen-class))

(declare summarize)

(def commands
  {"add" #'store/add!
   "list" store/all})

(defn- now [] (Date.))

(defn create
  ([title] (create title 0))
  ([title priority]
   (-> (store/->Task title priority false)
       (assoc :created (now))
       (u/tag :new)
       validate)))

(defn validate [task]
  (when (blank-title? task)
    (throw (ex-info "blank" {})))
  task)

(defn run-command [name & args]
  (if-let [f (get commands name)]
    (apply f args)
    (u/fail name)))

(defn show []
  (let [tasks (store/all)
        line (fn [t] (render-one t))]
    (println (render-all tasks))
    (doseq [t tasks] (println (line t)))
    (summarize tasks)))

(defn summarize [tasks]
  (->> tasks
       (filter store/done?)
       (map u/priority-of)
       (reduce +)))

(defn with-each [f coll]
  (doseq [x coll] (f x)))

(defn finish-all []
  (with-each store/finish! (store/all)))

(defn -main [& args]
  (store/add! (create "first"))
  (show)
  (finish-all)
  (run-command "list"))
